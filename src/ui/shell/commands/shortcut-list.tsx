import { Trans, useLingui } from '@lingui/react/macro'
import { CircleQuestionMark } from 'lucide'
import { HELP } from '../../../core/catalog/connections/help-page.ts'
import { Button } from '../../kit/button/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Switch } from '../../kit/switch/switch.tsx'
import { useSingleKeyShortcuts } from '../../preferences/use-single-key-shortcuts.ts'
import { StartTourButton } from '../../tour/start-tour.tsx'
import { EditorShortcutRows } from './editor-shortcut-rows.tsx'
import { RowShortcutRows } from './row-shortcut-rows.tsx'
import { ShortcutKeys } from './shortcut-keys.tsx'
import styles from './shortcut-list.module.css'
import type { ShortcutId } from './shortcuts.ts'

/** All keys with their actions, and the switch for single keys. */
export function ShortcutList({ onClose }: { onClose(): void }) {
  const { t } = useLingui()
  const groups: readonly { readonly title: string; readonly rows: readonly (readonly [ShortcutId, string])[] }[] = [
    {
      title: t`Everywhere`,
      rows: [
        ['palette', t`Search and commands`],
        ['shortcuts', t`Keyboard shortcuts`],
        ['refresh', t`Reload what is shown`],
      ],
    },
    {
      title: t`Go to`,
      rows: [
        ['go-home', t`Home`],
        ['go-flows', t`Flows`],
        ['go-runs', t`Runs`],
        ['go-sources', t`Sources`],
        ['go-destinations', t`Destinations`],
        ['go-integrations', t`Integrations`],
      ],
    },
    {
      title: t`In lists`,
      rows: [
        ['search', t`Search`],
        ['find', t`Search`],
        ['new', t`Add or create`],
        ['clear', t`Clear search and filters`],
      ],
    },
  ]
  return (
    <Dialog title={t`Keyboard shortcuts`} onClose={onClose}>
      <div className={styles['help']}>
        <StartTourButton onStart={onClose} />
        <Button asChild size="sm" icon={CircleQuestionMark}>
          <a href={HELP} target="_blank" rel="noreferrer">
            <Trans>Open the guide</Trans>
          </a>
        </Button>
      </div>
      <SingleKeys />
      {groups.map(({ title, rows }) => (
        <section key={title} className={styles['group']} aria-label={title}>
          <h3 className={styles['title']}>{title}</h3>
          <dl>
            {rows.map(([id, does]) => (
              <div key={id} className={styles['row']}>
                <dt>{does}</dt>
                <dd>
                  <ShortcutKeys id={id} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <section className={styles['group']} aria-label={t`Rows of lists`}>
        <h3 className={styles['title']}>
          <Trans>Rows of lists</Trans>
        </h3>
        <RowShortcutRows />
      </section>
      <section className={styles['group']} aria-label={t`In the flow editor`}>
        <h3 className={styles['title']}>
          <Trans>In the flow editor</Trans>
        </h3>
        <EditorShortcutRows />
      </section>
    </Dialog>
  )
}

function SingleKeys() {
  const { t } = useLingui()
  const { isOn, switchTo } = useSingleKeyShortcuts()
  return (
    <div className={styles['switch']}>
      <Trans>Single-key shortcuts</Trans>
      <Switch label={t`Single-key shortcuts`} checked={isOn} onChange={switchTo} />
    </div>
  )
}
