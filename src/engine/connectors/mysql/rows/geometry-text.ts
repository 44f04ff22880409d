const GEOMETRIES =
  /^(geometry|point|linestring|polygon|multipoint|multilinestring|multipolygon|geometrycollection|geomcollection)\b/i

export const isGeometry = (type: string): boolean => GEOMETRIES.test(type)

/** The most characters of text for one byte: a coordinate of eight bytes has at most 34, and a blank or comma. */
export const TEXT_FOR_GEOMETRY = 5

/** The number of the reference system, before the value. */
const SRID_BYTES = 4
/** Both servers store the little-endian form. */
const LITTLE_ENDIAN = 1
/** Each of them has a level of the stack. */
const MOST_LEVELS = 200

const NAMES = [
  '',
  'POINT',
  'LINESTRING',
  'POLYGON',
  'MULTIPOINT',
  'MULTILINESTRING',
  'MULTIPOLYGON',
  'GEOMETRYCOLLECTION',
] as const
const POINT = 1
const LINE = 2
const POLYGON = 3
/** From here on the types are of several of those before. */
const POINTS = 4
const COLLECTION = 7

/**
 * A stored geometry as well-known text, with its reference system in front if it has one: MariaDB's own text has no `-0`. The longitude is first.
 * Source: OpenGIS Simple Feature Access 06-103r4, 7.2 and 8.2; MySQL, "Internal Geometry Storage Format".
 * @returns nothing if the bytes are no geometry
 */
export function geometryText(bytes: Buffer, from: number, to: number): string | undefined {
  const reader = new GeometryReader(bytes, from + SRID_BYTES, to)
  const text = reader.geometry(0)
  if (text === undefined || !reader.isAtEnd) return undefined
  const srid = bytes.readUInt32LE(from)
  return srid === 0 ? text : `SRID=${srid};${text}`
}

class GeometryReader {
  readonly #bytes: Buffer
  readonly #end: number
  #at: number

  constructor(bytes: Buffer, from: number, to: number) {
    this.#bytes = bytes
    this.#at = from
    this.#end = to
  }

  get isAtEnd(): boolean {
    return this.#at === this.#end
  }

  geometry(level: number): string | undefined {
    const type = this.#header()
    const name = type === undefined ? undefined : NAMES[type]
    const content = name && type !== undefined && level < MOST_LEVELS ? this.#content(type, level) : undefined
    return content === undefined ? undefined : `${name}${content}`
  }

  #header(): number | undefined {
    if (this.#at + 5 > this.#end || this.#bytes[this.#at] !== LITTLE_ENDIAN) return undefined
    const type = this.#bytes.readUInt32LE(this.#at + 1)
    this.#at += 5
    return type
  }

  #content(type: number, level: number): string | undefined {
    switch (type) {
      case POINT:
        return inBrackets(this.#point())
      case LINE:
        return this.#list(() => this.#point())
      case POLYGON:
        return this.#list(() => this.#list(() => this.#point()))
      case COLLECTION:
        return this.#list(() => this.geometry(level + 1))
      default:
        return this.#list(() => this.#part(type - (POINTS - POINT), level))
    }
  }

  /** A part of several has no name, and a point of several no brackets. */
  #part(type: number, level: number): string | undefined {
    if (this.#header() !== type) return undefined
    return type === POINT ? this.#point() : this.#content(type, level)
  }

  #list(next: () => string | undefined): string | undefined {
    if (this.#at + 4 > this.#end) return undefined
    const count = this.#bytes.readUInt32LE(this.#at)
    this.#at += 4
    if (count === 0) return ' EMPTY'
    const parts: string[] = []
    for (let number = 0; number < count; number++) {
      const part = next()
      if (part === undefined) return undefined
      parts.push(part)
    }
    return `(${parts.join(',')})`
  }

  #point(): string | undefined {
    if (this.#at + 16 > this.#end) return undefined
    const [x, y] = [this.#bytes.readDoubleLE(this.#at), this.#bytes.readDoubleLE(this.#at + 8)]
    this.#at += 16
    return `${coordinate(x)} ${coordinate(y)}`
  }
}

const inBrackets = (content: string | undefined) => (content === undefined ? undefined : `(${content})`)

/** The decimal point may stand this many places to the right and to the left of the first digit, as in the server's own text. */
const MOST_PLACES = { right: 14, left: -15 }

/** The shortest digits that are the same number, in the notation of the servers. */
function coordinate(value: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0' : '0'
  const [, sign = '', first = '', rest = '', exponent = ''] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(value.toExponential()) ?? []
  const places = Number(exponent)
  if (first === '' || places > MOST_PLACES.right || places < MOST_PLACES.left)
    return value.toExponential().replace('+', '')
  if (places < 0) return `${sign}0.${'0'.repeat(-places - 1)}${first}${rest}`
  const digits = `${first}${rest}`.padEnd(places + 1, '0')
  return `${sign}${digits.slice(0, places + 1)}${digits.length > places + 1 ? `.${digits.slice(places + 1)}` : ''}`
}
