import { print } from './legacy/print.cjs';
import { open as openShop } from './lending';
import { Page } from './ui/page';
import write, { note } from './log';
import { Sign } from './words';

const shop = openShop();
shop.listen();
void shop.giveBack(shop.lend('saw')!, 2);

export const start = () => {
  write('start');
  note('go');
  print();
  Page();
  return new Sign().second();
};

const later = start;
setTimeout(later, 1);
later();
