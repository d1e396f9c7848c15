tabia check
