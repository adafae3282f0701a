"""Methods: every way to infer, one readable file each; `registry` lists them and runs any of them."""
