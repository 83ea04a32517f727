// The package as CommonJS sees it; everything is here, and index.mjs hands on the same.

'use strict';

const addon = require('./lib/addon.js');
const { MastError } = require('./lib/error.js');
const { Mast, tools } = require('./lib/mast.js');

const version = addon.version();
const schemaVersion = addon.schemaVersion();

module.exports = { Mast, MastError, tools, version, schemaVersion };
