import type { FieldMeta } from '@tavla/contract'
import type { ComponentType } from 'react'

export interface FieldViewProps {
  field: FieldMeta
  value: unknown
  /**
   * All values of the record or row around the field, with `_link_titles`. A type may read only its own value and
   * title, and those of the field that it `follows`.
   */
  values: Readonly<Record<string, unknown>>
}

/** The `FieldBox` of the design system around an input gives it label, description and error state. */
export interface FieldInputProps extends FieldViewProps {
  /** Called with the value in the record's form. Without it the field is read-only. */
  onChange?: ((value: unknown) => void) | undefined
  autoFocus?: boolean | undefined
  /** The meaning of an empty box, if it has one: in a quick filter, all records. */
  placeholder?: string | undefined
  /** In a table row: one line without additions. */
  isCompact?: boolean | undefined
}

/** The way in which the project editor edits the options of a field. */
export type OptionsSpec =
  /** Values of its own, one per line. */
  | { kind: 'choices' }
  /** The linked entity, or the table entity of its rows. */
  | { kind: 'entity' | 'table' }
  /** Another field of the entity, which holds the name of an entity. */
  | { kind: 'field'; help: string }
  /** One of fixed values, or none (`none` explains its meaning), or another field that holds a line of text. */
  | { kind: 'values'; values: readonly string[]; none: string; help?: string; orLine?: true; areWords?: true }

/** The part of a field's definition that a type may read. */
export type FieldOptions = Pick<FieldMeta, 'options'>

/** Material for an example value. */
export interface ExampleContext {
  /** A label in the language of the page. */
  say(label: string): string
  /** Wall-clock text of now in the site's time zone. */
  now: string
}

/**
 * The UI half of a field type: `<type>.ui.tsx` exports one as default, and the folder's presence registers it. The form
 * around it shows label, help and error; lists and forms never ask for a type by name. Its inputs are apart, because a
 * list draws without them.
 */
export interface FieldTypeUi {
  /** Name in metadata, e.g. `Small Text`. */
  type: string
  /** True when the input is so heavy that the form shows its value until it is near the viewport. */
  isHeavy?: boolean
  /** The read-only view in the detail form. */
  View: ComponentType<FieldViewProps>
  /** The cell of lists and tiles: one line, without controls. */
  Cell: ComponentType<FieldViewProps>
  /** Name of another field that its view depends on, such as the currency of an amount; a form renders both together. */
  follows?(field: FieldMeta): string | undefined
  /** The value of an empty field in a new record. */
  blank: unknown
  /** True when `View` shows something for a blank value too; otherwise the form shows a dash. */
  drawsBlank?: boolean
  /** Width in a form's grid: two columns, or the full width. One column by default. */
  wide?: 'double' | 'full'
  /** True when a list shows the value as a coloured pill beside the title (reference: screens, Lists). */
  isPill?: boolean
  /** True for numbers, which align with the end of a table column. */
  isNumeric?: boolean
  /** True for whole numbers, of which a mean has a fraction. */
  isWhole?(field: FieldOptions): boolean
  /** The digits that a value asks of its whole column (`AlignedColumnsContext`). */
  digits?(value: unknown): number
  /** True when a table column needs no more width than its label. */
  isNarrow?: boolean
  /** Width in pixels of its column in a list; 160 by default. */
  columnWidth?: number
  /** True for amounts of money: the last of a row is the one that people look for. */
  isAmount?: true
  /** True for days and moments, of which a narrow row shows two as a span. */
  isMoment?: true
  /** Number of lines of a `View` with more than one, so that the form reserves its height while its code loads. */
  lines?(value: unknown): number
  /** True when the box of its quick filter needs room for more than a few words. */
  isFilterWide?: boolean
  /** The operators of its filters: those of texts by default. */
  filterKind?: 'text' | 'choice' | 'number' | 'flag' | 'day' | 'moment'
  /** True when a filter may name the signed-in user instead of a value (reference: http-api, Filters). */
  holdsUser?(field: FieldOptions): boolean
  /** True when lists offer no filter on it: files, secrets, structures. */
  isUnfilterable?: boolean
  /** The condition of a quick filter with this value (reference: http-api, Filters); equality by default. */
  toCondition?(value: unknown): unknown
  /**
   * True when the value satisfies `reqd`; by default any value but blank text does (reference: http-api,
   * Coercion and checks).
   */
  isFilled?(value: unknown): boolean
  /** Record → draft, if the two differ. */
  toInput?(value: unknown): unknown
  /** Draft → record. */
  fromInput?(value: unknown): unknown
  /** The reason why the draft cannot be saved: a text key in which `{0}` is the field's label. */
  check?(value: unknown, field: FieldMeta): string | null
  /** True for a switch, whose value is yes or no. */
  isFlag?: true
  /** True for rows of another entity. */
  hasRows?: true
  /** True for pictures, such as the one beside a record's title. */
  isPicture?: true
  /** True when the search box of a list searches it; must equal `searchable` of the server half. */
  isSearched?: true
  /** True when lists neither show it nor sort by it, and no record is named after it: secrets and rows. */
  isUnlisted?: true
  /** True for a line of text that other fields can refer to, such as the code of a currency. */
  isLine?: true
  /** True when its values can be names of entities; must equal the server half. */
  namesEntity?(field: FieldOptions): boolean
  /** True when the first such field of a new entity becomes its title field. */
  isTitle?: true
  /** The editor of its options in the project editor; none by default. */
  options?: OptionsSpec
  /** The editor of its default in the project editor: `input` is its own input, `none` is no editor; text by default. */
  defaultBy?: 'input' | 'none'
  /** Help text below the editor of its default: a text key. */
  defaultHint?(field: FieldOptions): string | undefined
  /** True when each change of its input is a whole choice, which the cell of a table saves at once. */
  isChoice?: true
  /** True when it is changed in a form alone, not in the cell of a table: files. */
  isFormOnly?: true
  /** Name of the entity that a value links to, in a record with these values. */
  linksTo?(field: FieldMeta, values: FieldViewProps['values']): string
  /** A value for the gallery of types, with the options that it needs. */
  sample: { value: unknown; options?: string }
  /** An example value for the editor's preview when there is no record; that of `sample` by default. */
  example?(field: FieldMeta, context: ExampleContext): unknown
  /** True when the editor's preview shows the example instead of stored values, which may be long. */
  isLongToRead?: true
}

/**
 * The inputs of a field type: `<type>.input.tsx` exports them as default, and the folder's presence registers them. They
 * load with the first form or filter.
 */
export interface FieldTypeInputs {
  /** Name in metadata, e.g. `Small Text`. */
  type: string
  /** The editor; read-only without `onChange`. */
  Input: ComponentType<FieldInputProps>
  /** Input of a quick filter; `Input` by default. An empty choice is null. */
  Filter?: ComponentType<FieldInputProps>
}
