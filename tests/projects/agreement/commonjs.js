'use strict';
const fs = require('fs');
const { join, resolve: absolute } = require('path'), lodash = require('lodash').map;
var Klass = class Inner {
  static field = 1;
  #private = 2;
  handle = () => {};
  static async = 3;
  get; set = 4;
  static { }
  get value() { return 1 }
  static set value(v) {}
  async *items() {}
  'quoted'() {}
  [computed] = 1
};
function helper() {}
exports.first = helper;
exports['second'] = function () {};
exports.third = exports.fourth = () => {};
module.exports.fifth = 5;
module.exports = exports = { helper, renamed: helper, run() {}, 'quoted': 1, ...fs, get size() { return 1 } };
exports.a += 1;
other.exports = 1;
module.exports[computed] = 1;
const jsx = <div a="b">text</div>;
if (fs) { require('conditional'); }
let x = a ? b : c
let y = /regex[/]{2}/.test(x)
class Plain extends Klass { constructor() { super() } }
