import type { FieldMeta } from '@tavla/contract'
import type { ComponentType } from 'react'

export interface FieldViewProps {
  field: FieldMeta
  value: unknown
  /**
   * All values of the record or row that the field stands in, with `_link_titles`. A form counts on a type to read none but
   * its own title and the field that it `follows`.
   */
  values: Readonly<Record<string, unknown>>
}

/** An input is named, described and marked by the `FieldBox` of the design system around it. */
export interface FieldInputProps extends FieldViewProps {
  /** Takes the value as the record holds it. Without it the field is read-only. */
  onChange?: ((value: unknown) => void) | undefined
  autoFocus?: boolean | undefined
  /** What an empty box means, where it means something: a quick filter's lets all records through. */
  placeholder?: string | undefined
  /** In a table row: one line, nothing beside it. */
  isCompact?: boolean | undefined
}

/** How the project editor asks for the options of a field. */
export type OptionsQuestion =
  /** Values of its own, one a line. */
  | { kind: 'choices' }
  /** The entity that it links to, or the table entity whose rows it holds. */
  | { kind: 'entity' | 'table' }
  /** Another field of the entity: one that holds the name of an entity. */
  | { kind: 'field'; help: string }
  /** One of fixed values, or none (`none` says what that means), or another field that holds a line of text. */
  | { kind: 'values'; values: readonly string[]; none: string; help?: string; orLine?: true; areWords?: true }

/** What a field's definition says of it, as far as a type may ask. */
export type FieldOptions = Pick<FieldMeta, 'options'>

/** What an example of a value may be made of. */
export interface ExampleContext {
  /** A label in the language of the page. */
  say(label: string): string
  /** Wall-clock text of now in the site's time zone. */
  now: string
}

/**
 * The UI half of a field type: `<type>.ui.tsx` exports one as default, and the folder's presence registers it.
 * Label, help and error belong to the form around it; lists and forms never ask for a type by name.
 */
export interface FieldTypeUi {
  /** Name in metadata, e.g. `Small Text`. */
  type: string
  /** For editing; read-only without `onChange`. */
  Input: ComponentType<FieldInputProps>
  /** True when the input is so heavy that its value stands in its place until it comes near to sight. */
  isHeavy?: boolean
  /** For reading, in the detail form. */
  View: ComponentType<FieldViewProps>
  /** For lists and tiles: one line, nothing to press. */
  Cell: ComponentType<FieldViewProps>
  /** Name of another field that it is drawn by, such as the one with an amount's currency; a form draws it anew with that one. */
  follows?(field: FieldMeta): string | undefined
  /** The value of an empty field in a new record. */
  blank: unknown
  /** True when `View` has something to show for a blank value too; else the form draws a dash. */
  drawsBlank?: boolean
  /** How much of a form's grid it takes: two columns, or the whole width. One column without it. */
  wide?: 'double' | 'full'
  /** True when a list draws the value as a coloured pill beside the title (reference: screens, Lists). */
  isPill?: boolean
  /** True for numbers, which stand at the end of a table column. */
  isNumeric?: boolean
  /** True for numbers without a fraction, whose separators are up to the other values of their column. */
  isWhole?: boolean
  /** True when a table column needs no more room than its label. */
  isNarrow?: boolean
  /** Lines that `View` takes where it takes more than one, so that their place is kept while its code is on its way. */
  lines?(value: unknown): number
  /** True when the box of its quick filter needs more room than a word or two. */
  isFilterWide?: boolean
  /** Input of a quick filter; without it `Input`. Nothing chosen is null. */
  Filter?: ComponentType<FieldInputProps>
  /** True when nobody looks for records by such a value: files, secrets, structures. */
  isUnfilterable?: boolean
  /** What a quick filter with this value asks for (reference: http-api, Filters); without it, equality. */
  toCondition?(value: unknown): unknown
  /**
   * True when the value satisfies `reqd`; without it anything but blank text does
   * (reference: http-api, Coercion and checks).
   */
  isFilled?(value: unknown): boolean
  /** Record → draft, where the two differ. */
  toInput?(value: unknown): unknown
  /** Draft → record. */
  fromInput?(value: unknown): unknown
  /** Why the draft can't be sent: a text key that names the field's label by `{0}`. */
  check?(value: unknown, field: FieldMeta): string | null
  /** True for a switch, whose value is yes or no. */
  isFlag?: true
  /** True for rows of another entity. */
  hasRows?: true
  /** True for pictures, such as the one beside a record's title. */
  isPicture?: true
  /** True when the search box of a list looks into it; the server half says the same as `searchable`. */
  isSearched?: true
  /** True when lists neither show it nor sort by it, and no record is named after it: secrets and rows. */
  isUnlisted?: true
  /** True for a line of text that another field can be drawn by, such as the code of a currency. */
  isLine?: true
  /** True when its values can be names of entities; the server half says the same. */
  namesEntity?(field: FieldOptions): boolean
  /** True when the first such field of a new entity gives its records their titles. */
  isTitle?: true
  /** What the project editor asks for as its options; without it, nothing. */
  options?: OptionsQuestion
  /** How the project editor asks for its default: `input` by its own input, `none` not at all; without it, as text. */
  defaultBy?: 'input' | 'none'
  /** Says below the box of its default what may stand there: a text key. */
  defaultHint?(field: FieldOptions): string | undefined
  /** A value to show in the gallery of types, with the options that it needs. */
  sample: { value: unknown; options?: string }
  /** A value to show where the editor's preview has no record; without it, that of `sample`. */
  example?(field: FieldMeta, context: ExampleContext): unknown
  /** True when the editor's preview shows its example in place of stored values, which may be long. */
  isLongToRead?: true
}
