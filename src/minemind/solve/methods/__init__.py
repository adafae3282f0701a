"""Methods of inference, one readable file each; `registry` lists them and runs any of them."""
