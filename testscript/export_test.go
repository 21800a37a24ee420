package testscript

// Hinted is what Run makes of an error.
var Hinted = hinted
