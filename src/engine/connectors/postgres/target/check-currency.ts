import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { Currency } from '../../../ports/currency.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import { quoteLiteral } from '../schema/quote-identifier.ts'

/**
 * Amounts keep what is stored when they come into another column of money, which the destination reads in its own currency.
 * @param columns those that have the same type in the destination
 * @returns what to say about another currency with as many decimals. @throws ConnectorError if it has another number of decimals
 */
export function checkCurrency(columns: readonly SourceColumn[], there: Currency, target: string): readonly Sentence[] {
  const [first, ...others] = columns.filter(({ currency }) => currency)
  if (!first?.currency) return []
  const { currency } = first
  const names = [first, ...others].map(({ name }) => name).join(', ')
  if (currency.digits !== there.digits) throw otherDecimals(names, { here: currency, there, target })
  if (isAlike(currency, there)) return []
  return [
    sentence`Amounts of ${names} come as they are, but mean another currency: the source’s money is "${currency.symbol}" (${currency.locale}), that of the destination "${there.symbol}" (${there.locale}).`,
  ]
}

/** Symbols that several currencies share, which only the place tells apart; without a place, nothing does. */
function isAlike(one: Currency, other: Currency): boolean {
  if (one.symbol !== other.symbol) return false
  const [first, second] = [one, other].map(({ locale }) => /_([A-Z]{2})/.exec(locale)?.[1])
  return one.symbol === '€' || first === undefined || second === undefined || first === second
}

function otherDecimals(
  names: string,
  { here, there, target }: { readonly here: Currency; readonly there: Currency; readonly target: string },
): ConnectorError {
  return new ConnectorError({
    code: 'TARGET_MISMATCH',
    message: sentence`Amounts of ${names} would change in ${target}: the source’s money has ${here.digits} decimals (${here.locale}), that of the destination ${there.digits} (${there.locale}).`,
    hint: sentence`Make the columns decimals, with a step or in the table of the destination, or give the destination database the same currency: ALTER DATABASE … SET lc_monetary = ${quoteLiteral(here.locale)}.`,
  })
}
