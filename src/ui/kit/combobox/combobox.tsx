import { ChevronDown, type IconNode } from 'lucide'
import { type KeyboardEvent, type ReactNode, Suspense, useId, useRef, useState } from 'react'

import { classNames } from '../class-names.ts'
import { useFieldControl } from '../field/field.tsx'
import { Icon } from '../icon/icon.tsx'
import { lazyNamed } from '../lazy-named.ts'
import inputStyles from '../text-input/text-input.module.css'
import styles from './combobox.module.css'
import { ComboboxOptionView } from './combobox-option.tsx'

export interface ComboboxOption {
  readonly value: string
  readonly label: string
  /** Less important, behind the label. */
  readonly detail?: string | undefined
  /** A picture before it. */
  readonly mark?: ReactNode
  /** Other words that find it. */
  readonly words?: string | undefined
}

/** More options than these are found by typing. */
const SHOWN = 200

export interface ComboboxProps {
  /** Outside of a `Field`, which has one. */
  readonly label?: string
  readonly className?: string | undefined
  readonly isDisabled?: boolean
  readonly options: readonly ComboboxOption[]
  /** Empty: nothing is chosen. */
  readonly value: string
  readonly placeholder?: string
  /** The text if nothing matches. */
  readonly nothing: ReactNode
  /** What is done in place of a choice, below the options. */
  readonly action?: { readonly label: string; readonly icon: IconNode; onSelect(): void } | undefined
  onChange(value: string): void
}

const ACTION = ' action'

/** Most fields on a page are never opened. */
const ComboboxList = lazyNamed(() => import('./combobox-list.tsx'), 'ComboboxList')

/** A choice from a list that is searched by typing. */
export function Combobox({
  options,
  value,
  placeholder,
  nothing,
  action,
  label,
  className,
  isDisabled = false,
  onChange,
}: ComboboxProps) {
  const control = useFieldControl()
  const listId = useId()
  const anchor = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState<string>()
  const [pointed, setPointed] = useState<string>()
  const chosen = options.find((option) => option.value === value)
  const found = matching(options, typed ?? '').slice(0, SHOWN)
  const choices = [...found.map((option) => option.value), ...(action ? [ACTION] : [])]
  const current = pointed !== undefined && choices.includes(pointed) ? pointed : choices[0]
  const idOf = (choice: string) => `${listId}-${choices.indexOf(choice)}`

  const open = () => {
    setPointed(value)
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    setTyped(undefined)
  }
  const choose = (choice: string) => {
    close()
    if (choice === ACTION) action?.onSelect()
    else onChange(choice)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step) {
      event.preventDefault()
      if (!isOpen) return open()
      return setPointed(choices[step(choices.indexOf(current ?? ''), choices.length)])
    }
    if (!isOpen) return
    if (event.key === 'Escape') {
      // The dialog around it stays open.
      event.stopPropagation()
      close()
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      if (current !== undefined) choose(current)
    }
  }

  return (
    <div ref={anchor} className={classNames(styles['field'], className)}>
      {typed === undefined && chosen?.mark && <span className={styles['mark']}>{chosen.mark}</span>}
      <input
        {...control}
        className={classNames(
          inputStyles['input'],
          styles['input'],
          typed === undefined && chosen?.mark !== undefined && styles['marked'],
        )}
        role="combobox"
        aria-label={label}
        disabled={isDisabled}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && current !== undefined ? idOf(current) : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={typed ?? chosen?.label ?? ''}
        onChange={({ target }) => {
          setTyped(target.value)
          setPointed(undefined)
          setOpen(true)
        }}
        onFocus={({ target }) => target.select()}
        onClick={() => !isOpen && open()}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      <Icon of={ChevronDown} size={15} className={styles['arrow']} />
      {isOpen && (
        <Suspense>
          <ComboboxList anchor={anchor} onClose={close}>
            <div
              id={listId}
              role="listbox"
              aria-label={label ?? placeholder ?? chosen?.label ?? ''}
              className={styles['list']}
            >
              {found.map((option) => (
                <ComboboxOptionView
                  key={option.value}
                  id={idOf(option.value)}
                  option={option}
                  isCurrent={option.value === current}
                  isChosen={option.value === value}
                  onPoint={() => setPointed(option.value)}
                  onChoose={() => choose(option.value)}
                />
              ))}
              {action && (
                <ComboboxOptionView
                  id={idOf(ACTION)}
                  option={{ value: ACTION, label: action.label, mark: <Icon of={action.icon} size={15} /> }}
                  isCurrent={current === ACTION}
                  isChosen={false}
                  isAction
                  onPoint={() => setPointed(ACTION)}
                  onChoose={() => choose(ACTION)}
                />
              )}
            </div>
            {found.length === 0 && <p className={styles['nothing']}>{nothing}</p>}
          </ComboboxList>
        </Suspense>
      )}
    </div>
  )
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => Math.min(count - 1, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  PageDown: (at, count) => Math.min(count - 1, at + 8),
  PageUp: (at) => Math.max(0, at - 8),
}

/** Those that have every typed word, the ones whose label begins with it first. */
function matching(options: readonly ComboboxOption[], typed: string): readonly ComboboxOption[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return options
  const words = wanted.split(/\s+/)
  const found = options.filter(({ label, detail = '', words: more = '' }) => {
    const text = `${label} ${detail} ${more}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const begins = ({ label }: ComboboxOption) => label.toLowerCase().startsWith(wanted)
  return [...found.filter(begins), ...found.filter((option) => !begins(option))]
}
