const HEADER = ['id', 'customer', 'product', 'quantity', 'total', 'paid']

/** A tab of a spreadsheet as somebody might keep it. */
export const ORDERS: readonly (readonly (string | number | boolean | null)[])[] = [
  HEADER,
  [1001, 'Zoë Müller', 'Espresso machine', 1, 349.9, true],
  [1002, 'Łukasz Nowak', 'Grinder', 2, 179.8, true],
  [1003, 'Ana María García', 'Filter papers', 12, 41.88, false],
  [1004, 'Siobhán O’Brien', 'Kettle', 1, 64.5, true],
  [1005, '佐藤 美咲', 'Cups, set of six', 3, 88.2, true],
  [1006, 'Kwame Okafor', 'Espresso machine', 1, 349.9, null],
  [1007, 'Chloé Lefèvre', 'Scale', 1, 39, true],
  [1008, 'Jürgen Petersen', 'Descaler', 4, 27.6, false],
]
