# An address that is not of this machine.
tabia serve --port 0 --host 192.0.2.1
