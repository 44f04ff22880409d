import { Trans, useLingui } from '@lingui/react/macro'
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'

import { HELP } from '../../../core/catalog/help-page.ts'
import { Button } from '../../kit/button/button.tsx'
import styles from './tour.module.css'

interface Stop {
  /** The explained element, if it is visible. */
  readonly selector: string
  readonly title: ReactNode
  readonly text: ReactNode
}

/** Five stops through the menu: each explains the purpose of a page in a sentence or two. */
export function Tour({ onEnd }: { onEnd(): void }) {
  const { t } = useLingui()
  const stops = useStops()
  const [index, setIndex] = useState(0)
  const card = useRef<HTMLElement>(null)
  const stop = stops[index]
  const place = usePlace(stop?.selector)
  const number = index + 1
  const count = stops.length

  useEffect(() => card.current?.focus(), [])
  useEffect(() => {
    const leave = ({ key }: KeyboardEvent) => key === 'Escape' && onEnd()
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [onEnd])

  if (!stop) return null
  const isLast = number === count
  return (
    <section ref={card} className={styles['card']} style={place} tabIndex={-1} aria-label={t`Tour`}>
      <p className={styles['count']}>
        <Trans>
          {number} of {count}
        </Trans>
      </p>
      <div aria-live="polite">
        <h2 className={styles['title']}>{stop.title}</h2>
        <p className={styles['text']}>{stop.text}</p>
      </div>
      <div className={styles['actions']}>
        <Button size="sm" variant="ghost" onClick={onEnd}>
          {isLast ? <Trans>Close</Trans> : <Trans>Skip</Trans>}
        </Button>
        {index > 0 && (
          <Button size="sm" onClick={() => setIndex(index - 1)}>
            <Trans>Back</Trans>
          </Button>
        )}
        {!isLast && (
          <Button size="sm" variant="primary" onClick={() => setIndex(index + 1)}>
            <Trans>Next</Trans>
          </Button>
        )}
      </div>
    </section>
  )
}

function useStops(): readonly Stop[] {
  return [
    {
      selector: 'nav a[href="/sources"]',
      title: <Trans>Sources and destinations</Trans>,
      text: (
        <Trans>
          Connect the systems that you already use: where your data is, and where it should go. Each connection is
          tested before it is saved.
        </Trans>
      ),
    },
    {
      selector: 'nav a[href="/flows"]',
      title: <Trans>Flows</Trans>,
      text: (
        <Trans>
          A flow moves tables from a source to a destination. Steps in between filter, mask or join rows, and a preview
          shows what each step does.
        </Trans>
      ),
    },
    {
      selector: 'nav a[href="/runs"]',
      title: <Trans>Runs</Trans>,
      text: (
        <Trans>
          Every run tells how many rows were read, written and rejected, and why it failed. Old data stays until the new
          data is complete.
        </Trans>
      ),
    },
    {
      selector: 'nav a[href="/organization-settings"]',
      title: <Trans>Colleagues and alerts</Trans>,
      text: <Trans>In the settings you invite colleagues and choose who is told when a flow fails.</Trans>,
    },
    {
      selector: '[aria-keyshortcuts^="Control+K"]',
      title: <Trans>Search and help</Trans>,
      text: (
        <Trans>
          Ctrl+K finds flows, connections and commands. Press ? for all shortcuts. The{' '}
          <a href={HELP} target="_blank" rel="noreferrer">
            guide
          </a>{' '}
          explains the rest.
        </Trans>
      ),
    },
  ]
}

const GAP = 12

/** Beside the explained element, which is highlighted; if that is not visible, at the style sheet's default position. */
function usePlace(selector: string | undefined): CSSProperties | undefined {
  const [place, setPlace] = useState<CSSProperties>()
  useEffect(() => {
    const anchor = selector === undefined ? null : document.querySelector<HTMLElement>(selector)
    const put = () => {
      const box = anchor?.getBoundingClientRect()
      const isInView = box !== undefined && box.width > 0 && box.right + 320 < window.innerWidth
      setPlace(isInView ? { top: box.top, left: box.right + GAP } : undefined)
    }
    put()
    anchor?.setAttribute('data-tour', '')
    window.addEventListener('resize', put)
    return () => {
      anchor?.removeAttribute('data-tour')
      window.removeEventListener('resize', put)
    }
  }, [selector])
  return place
}
