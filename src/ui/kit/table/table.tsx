import { type ComponentProps, type CSSProperties, createContext, type ReactNode, type Ref, useContext } from 'react'

import { classNames } from '../class-names.ts'
import { type Sort, SortButton } from './sort-button.tsx'
import styles from './table.module.css'

/** For optional columns: how much space the table must have to show them. */
type Room = 'little' | 'some' | 'much' | 'plenty'

/** Rows of one line of 40 px, or of two lines. */
export type Density = 'compact' | 'comfortable'

export interface Column {
  readonly label: string
  /** For screen readers only: for columns of buttons. */
  readonly isHidden?: boolean
  readonly align?: 'end'
  /** Hidden on narrow screens. */
  readonly isSecondary?: boolean
  readonly room?: Room
  /** The width in a table whose columns do not depend on their content. */
  readonly width?: string
  /** The same in a table of at most 70rem; by default the normal width. */
  readonly mediumWidth?: string
  /** The same in a narrow window; by default the width of a table with less room. */
  readonly narrowWidth?: string
  /** The same on a phone; by default the width of a narrow window. */
  readonly phoneWidth?: string
  /** In place of the label, for example a checkbox for all rows. */
  readonly head?: ReactNode
  /** The rows can be sorted by this column. */
  readonly sort?: Sort
}

interface TableProps {
  readonly label: string
  readonly columns: readonly Column[]
  /** The number of all rows, if not all are in the page: then columns keep their width while scrolling. */
  readonly rowCount?: number | undefined
  /** Columns do not depend on their content, and all rows are equally high; absent: as their content needs. */
  readonly density?: Density
  readonly children: ReactNode
}

/** A list of rows on a card. Its cells are `Cell`s in the order of the columns. */
export function Table({ label, columns, rowCount, density, children }: TableProps) {
  const isFixed = rowCount !== undefined || density !== undefined
  return (
    <div className={styles['frame']}>
      <table
        className={classNames(styles['table'], isFixed && styles['fixed'], density && styles[density])}
        aria-label={label}
        {...(rowCount !== undefined && { 'aria-rowcount': rowCount + 1 })}
      >
        <thead>
          <tr {...(rowCount !== undefined && { 'aria-rowindex': 1 })}>
            {columns.map((column) => (
              <th
                key={column.label}
                scope="col"
                className={classNames(
                  column.align && styles['end'],
                  column.isSecondary && styles['secondary'],
                  column.room && styles[column.room],
                )}
                style={isFixed ? widthsOf(column) : undefined}
                aria-sort={column.sort?.direction}
              >
                <Head {...column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

function widthsOf({ width = 'auto', ...column }: Column): CSSProperties {
  const { mediumWidth = width, narrowWidth = mediumWidth, phoneWidth = narrowWidth } = column
  return {
    '--width': width,
    '--medium-width': mediumWidth,
    '--narrow-width': narrowWidth,
    '--phone-width': phoneWidth,
  } as CSSProperties
}

function Head({ label, isHidden, head, sort, align }: Column) {
  if (head !== undefined) return head
  if (isHidden) return <span className="visually-hidden">{label}</span>
  if (!sort) return label
  return (
    <SortButton {...sort} align={align}>
      {label}
    </SortButton>
  )
}

interface Place {
  readonly index: number
  readonly measure: Ref<HTMLTableRowElement>
  onFocus(): void
}

/** The position of a row in a list of which only a part is in the page. */
export const RowPlace = createContext<Place | undefined>(undefined)

interface RowProps extends Omit<ComponentProps<'tr'>, 'className'> {
  readonly className?: string | false | undefined
  /** The id of what it shows, for the keys of its list. */
  readonly 'data-row'?: string
  readonly isChosen?: boolean
}

export function Row({ className, isChosen = false, ...rest }: RowProps) {
  const place = useContext(RowPlace)
  return (
    <tr
      {...rest}
      {...(place && {
        ref: place.measure,
        onFocus: place.onFocus,
        'data-index': place.index,
        // The header row is the first.
        'aria-rowindex': place.index + 2,
      })}
      className={classNames(styles['row'], isChosen && styles['chosen'], className)}
    />
  )
}

interface CellProps extends Omit<ComponentProps<'td'>, 'align'> {
  readonly align?: 'end'
  readonly isSecondary?: boolean
  readonly room?: Room
}

export const Cell = ({ align, isSecondary = false, room, className, ...rest }: CellProps) => (
  <td
    {...rest}
    className={classNames(align && styles['end'], isSecondary && styles['secondary'], room && styles[room], className)}
  />
)
