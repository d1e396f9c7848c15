# Numbers, UCI moves and blanks make no difference.
tabia show --moves "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O" >wanted
tabia show --moves "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O" | cmp wanted -
tabia show --moves "1.e4 e5 2.Nf3 Nc6 3.Bb5 3...Nf6 4.0-0" | cmp wanted -
tabia show --moves "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1" | cmp wanted -
tabia show --moves $'  e4\te5'" Nf3  Nc6 Bb5 Nf6 e1h1 " | cmp wanted -
