import styles from './consequence-list.module.css'

/** What will happen, point by point. */
export const ConsequenceList = ({ items }: { items: readonly string[] }) => (
  <ul className={styles['list']}>
    {items.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
)
