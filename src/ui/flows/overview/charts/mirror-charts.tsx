import type { MirrorWindow } from '../../../../core/mirrors/mirror.ts'
import { ChangesCard } from './changes-card.tsx'
import styles from './charts.module.css'
import { LagCard } from './lag-card.tsx'

/** The last minutes with changes as pictures. They use the chart library, so they are loaded separately. */
export function MirrorCharts({ windows }: { readonly windows: readonly MirrorWindow[] }) {
  const oldestFirst = windows.toReversed()
  return (
    <div className={styles['charts']}>
      <LagCard windows={oldestFirst} />
      <ChangesCard windows={oldestFirst} />
    </div>
  )
}
