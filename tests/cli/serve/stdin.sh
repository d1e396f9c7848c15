# There would be no file to save changes to.
echo e2e4 | tabia serve --port 0 -
