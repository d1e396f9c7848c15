tabia find - --batch
