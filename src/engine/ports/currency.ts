/** What amounts of money mean in a database that stores them without their currency. */
export interface Currency {
  /** How many decimals an amount has: none in yen, three in dinars of Kuwait. */
  readonly digits: number
  /** As the database writes it, such as `$`. */
  readonly symbol: string
  /** The database's name for the place whose currency it is, such as `de_DE.utf8`. */
  readonly locale: string
}
