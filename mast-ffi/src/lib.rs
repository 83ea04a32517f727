//! libmast: the C face of mast. Its functions are not written yet; the crate holds their place in the workspace.
