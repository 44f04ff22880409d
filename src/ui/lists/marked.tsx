import styles from './marked.module.css'

/** A text in which the searched part is marked. */
export function Marked({ text, searched }: { readonly text: string; readonly searched: string }) {
  const wanted = searched.trim()
  const at = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted.toLowerCase())
  if (at < 0) return text
  const end = at + wanted.length
  return (
    <>
      {text.slice(0, at)}
      <mark className={styles['mark']}>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  )
}
