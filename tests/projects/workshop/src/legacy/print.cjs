const { price, Receipt: Paper } = require('./format.cjs');
const format = require('./format.cjs');
const single = require('./single.cjs');

function print() {
  const paper = new Paper([1]);
  paper.total();
  price(3);
  format.title('x');
  new format.Receipt([]).total();
  return single(format.price(4));
}

module.exports = { print };
