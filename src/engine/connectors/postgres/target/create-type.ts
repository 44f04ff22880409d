import type { OwnType } from '../../../ports/own-type.ts'
import { FIRST_WITH_MULTIRANGES } from '../schema/describe-types.ts'
import { quoteIdentifier, quoteLiteral } from '../schema/quote-identifier.ts'

/**
 * Creates a type with the source's definition. A domain's default is not copied, as those of columns are not: it would fill columns that are added.
 * @returns no statement if the type is created with another one, or cannot be created
 */
export function createType(type: OwnType, major: number): readonly string[] {
  const { name } = type
  switch (type.kind) {
    case 'enum':
      return [`CREATE TYPE ${name} AS ENUM (${type.labels.map(quoteLiteral).join(', ')})`]
    case 'domain':
      return [
        `CREATE DOMAIN ${name} AS ${type.base}${collate(type.collation)}${type.isNotNull ? ' NOT NULL' : ''}`,
        // A constraint that is not valid for all rows can only be added later.
        ...type.checks.map(
          (check) => `ALTER DOMAIN ${name} ADD CONSTRAINT ${quoteIdentifier(check.name)} ${check.definition}`,
        ),
      ]
    case 'composite':
      return [
        `CREATE TYPE ${name} AS (${(type.attributes ?? []).map((own) => `${quoteIdentifier(own.name)} ${own.type}${collate(own.collation)}`).join(', ')})`,
      ]
    case 'range': {
      const options = [
        ['SUBTYPE', type.subtype],
        ['SUBTYPE_OPCLASS', type.operatorClass],
        ['COLLATION', type.collation],
        ['SUBTYPE_DIFF', type.difference],
        ['MULTIRANGE_TYPE_NAME', major >= FIRST_WITH_MULTIRANGES ? type.multirange : null],
      ].flatMap(([option, value]) => (value == null ? [] : [`${option} = ${value}`]))
      return [`CREATE TYPE ${name} AS RANGE (${options.join(', ')})`]
    }
    default:
      return []
  }
}

const collate = (collation: string | null) => (collation === null ? '' : ` COLLATE ${collation}`)
