export { AlignedColumns } from './AlignedColumns.tsx'
export {
  FieldErrorsContext,
  type FieldForm,
  FieldFormContext,
  type FieldServices,
  FieldServicesContext,
  type FieldUploadProps,
  linkKey,
  type RowErrors,
  useFieldForm,
  useFieldServices,
  useRowErrors,
} from './field-context.ts'
export { fileSize } from './file-size.ts'
export { isBlank } from './is-blank.ts'
export { CutLinesContext } from './LineText.tsx'
export { isNamedByInterface, linkedTitle } from './LinkText.tsx'
export { unbroken } from './line-cut.ts'
export { choiceLabel, selectChoices } from './select-choices.ts'
export { fieldTypes, fieldUi } from './ui-registry.ts'
export type { ExampleContext, FieldInputProps, FieldTypeUi, FieldViewProps, OptionsSpec } from './ui-types.ts'
export { useSizeText } from './useSizeText.ts'
export { useTitleText } from './useTitleText.ts'
