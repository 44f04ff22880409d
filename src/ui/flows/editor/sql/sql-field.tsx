import { classNames } from '../../../kit/class-names.ts'
import { useFieldControl } from '../../../kit/field/field.tsx'
import type { SqlEditorProps } from './sql-editor.tsx'
import styles from './sql-field.module.css'
import { useSqlEditor } from './use-sql-editor.ts'

/**
 * SQL in a Field: a plain input that is usable at once, replaced by an editor with language support when that is loaded.
 * A browser that cannot run the editor keeps the input.
 */
export function SqlField(props: Omit<SqlEditorProps, 'control' | 'focused'>) {
  const { shape, value, isReadOnly, onChange } = props
  const control = useFieldControl()
  const { plain, Editor, focused, compose } = useSqlEditor()
  const input = {
    ...control,
    ref: plain,
    className: styles['plain'],
    value,
    readOnly: isReadOnly,
    spellCheck: false,
    autoCapitalize: 'off',
    autoCorrect: 'off',
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange(target.value),
    onCompositionStart: () => compose(true),
    onCompositionEnd: () => compose(false),
  }
  return (
    <div className={classNames(styles['box'], styles[shape], control['aria-invalid'] && styles['invalid'])}>
      {Editor ? (
        <Editor {...props} control={control} focused={focused} />
      ) : shape === 'line' ? (
        <input {...input} />
      ) : (
        <textarea {...input} />
      )}
    </div>
  )
}
