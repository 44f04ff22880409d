import styles from './consequence-list.module.css'

/** The consequences of an action, point by point. */
export const ConsequenceList = ({ items }: { items: readonly string[] }) => (
  <ul className={styles['list']}>
    {items.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
)
