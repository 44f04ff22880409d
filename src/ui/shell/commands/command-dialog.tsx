import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Content, Overlay, Portal, Root, Title } from 'radix-ui/dialog'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'

import { useReturnFocus } from '../../kit/dialog/use-return-focus.ts'
import { Icon } from '../../kit/icon/icon.tsx'
import { COMMAND_GROUPS, type Command } from './command.ts'
import styles from './command-dialog.module.css'
import { markedParts } from './marked-parts.ts'
import { ShortcutKeys } from './shortcut-keys.tsx'

interface CommandDialogProps {
  /** Those that match, in their groups. */
  readonly commands: readonly Command[]
  readonly query: string
  onQuery(query: string): void
  onChoose(command: Command): void
  onClose(): void
}

/** A field and the list that it filters: arrows move, Enter executes, Escape closes. The focus stays in the field. */
export function CommandDialog({ commands: found, query, onQuery, onChoose, onClose }: CommandDialogProps) {
  const { t } = useLingui()
  const listId = useId()
  const returnFocus = useReturnFocus()
  const [index, setIndex] = useState(0)
  const current = found[Math.min(index, found.length - 1)]
  const idOf = ({ id }: Command) => `${listId}-${id}`
  const groupNames = {
    recent: t`Used lately`,
    here: t`On this page`,
    pages: t`Pages`,
    actions: t`Add`,
    flows: t`Flows`,
    tables: t`Tables`,
    connections: t`Connections`,
    runs: t`Runs`,
    people: t`People`,
    views: t`Views`,
    run: t`Run`,
    settings: t`Settings`,
    sections: t`Organization settings`,
    help: t`Help`,
  }

  const choose = (command: Command) => command.disabledReason === undefined && onChoose(command)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setIndex((Math.min(index, found.length - 1) + step + found.length) % found.length)
    } else if (event.key === 'Enter' && current && !event.nativeEvent.isComposing) {
      event.preventDefault()
      choose(current)
    }
  }

  return (
    <Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Portal>
        <Overlay className={styles['overlay']} />
        <Content className={styles['content']} aria-describedby={undefined} onCloseAutoFocus={returnFocus}>
          <Title className="visually-hidden">{t`Search and commands`}</Title>
          <input
            className={styles['input']}
            role="combobox"
            aria-label={t`Search and commands`}
            aria-expanded
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={current && idOf(current)}
            placeholder={t`Search or do…`}
            autoComplete="off"
            spellCheck={false}
            value={query}
            onChange={(event) => {
              onQuery(event.target.value)
              setIndex(0)
            }}
            onKeyDown={onKeyDown}
          />
          <div id={listId} role="listbox" aria-label={t`Search and commands`} className={styles['list']}>
            {COMMAND_GROUPS.map((group) => ({ group, members: found.filter((command) => command.group === group) }))
              .filter(({ members }) => members.length > 0)
              .map(({ group, members }) => (
                // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed inside a listbox
                <div key={group} role="group" aria-label={groupNames[group]}>
                  <div className={styles['group']} aria-hidden>
                    {groupNames[group]}
                  </div>
                  {members.map((command) => (
                    <Option
                      key={command.id}
                      id={idOf(command)}
                      command={command}
                      query={query}
                      isCurrent={command === current}
                      onPoint={() => setIndex(found.indexOf(command))}
                      onChoose={() => choose(command)}
                    />
                  ))}
                </div>
              ))}
          </div>
          {found.length === 0 && (
            <p className={styles['nothing']}>
              <Trans>Nothing matches your search</Trans>
            </p>
          )}
          <output className="visually-hidden">
            {t`${plural(found.length, { one: '# result', other: '# results' })}`}
          </output>
        </Content>
      </Portal>
    </Root>
  )
}

interface OptionProps {
  readonly id: string
  readonly command: Command
  readonly query: string
  readonly isCurrent: boolean
  onPoint(): void
  onChoose(): void
}

function Option({ id, command, query, isCurrent, onPoint, onChoose }: OptionProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isCurrent) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  const { icon, label, detail, shortcut, disabledReason } = command
  const more = disabledReason ?? detail
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard focus stays in the field, which handles Enter
    // biome-ignore lint/a11y/useFocusableInteractive: the field refers to it with aria-activedescendant
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={isCurrent}
      aria-disabled={disabledReason !== undefined}
      className={styles['option']}
      onPointerMove={isCurrent ? undefined : onPoint}
      onClick={onChoose}
    >
      <Icon of={icon} size={15} className={styles['icon']} />
      <span className={styles['label']}>
        <Marked text={label} query={query} />
      </span>
      {more && (
        <span className={styles['detail']}>
          <Marked text={more} query={query} />
        </span>
      )}
      {shortcut && (
        <span aria-hidden>
          <ShortcutKeys id={shortcut} />
        </span>
      )}
    </div>
  )
}

const Marked = ({ text, query }: { readonly text: string; readonly query: string }) =>
  markedParts(text, query).map(({ text: part, isMarked }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name
    isMarked ? <mark key={index}>{part}</mark> : part,
  )
