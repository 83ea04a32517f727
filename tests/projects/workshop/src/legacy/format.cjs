function price(cents) {
  return pad(cents / 100);
}

function pad(number) {
  return String(number).padStart(8);
}

class Receipt {
  constructor(lines) {
    this.lines = lines;
  }

  total() {
    return price(this.lines.length);
  }
}

exports.title = function (text) {
  return pad(text);
};

exports.price = price;
exports.Receipt = Receipt;
