import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { textDirection } from '../text-direction.ts'
import { FieldBox, type FieldTexts, splitField, useFieldWiring } from './FieldBox.tsx'

type InputAttributes = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'defaultValue'>

export interface TextInputProps extends InputAttributes {
  value: string
  onChange?: (value: string) => void
}

export type TextFieldProps = TextInputProps & FieldTexts

const leftToRight = new Set(['email', 'url', 'tel', 'password'])

/** One line of text. With a `label` it draws its own FieldBox; without one it joins the FieldBox around it. */
export function TextField(props: TextFieldProps) {
  const [box, control] = splitField(props)
  return (
    <FieldBox {...box}>
      <TextInput {...control} />
    </FieldBox>
  )
}

/** The direction of a text box: that of the text, or the page's while the box is empty. */
export function directionOf(value: string, type?: string): 'auto' | 'ltr' | undefined {
  if (value === '') return undefined
  return leftToRight.has(type ?? '') ? 'ltr' : textDirection(value)
}

function TextInput({ value, onChange, className, ...rest }: TextInputProps) {
  return (
    <input
      {...useFieldWiring()}
      type="text"
      className={classNames('input', className)}
      dir={directionOf(value, rest.type)}
      value={value}
      onChange={(event) => onChange?.(event.currentTarget.value)}
      {...rest}
    />
  )
}
