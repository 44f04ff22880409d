import type { ComponentProps } from 'react'

import styles from './inline-form.module.css'

/** One field and its button in a row. */
export const InlineForm = (props: Omit<ComponentProps<'form'>, 'className'>) => (
  <form {...props} noValidate className={styles['form']} />
)
