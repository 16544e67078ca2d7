import { longTextUi } from '../long-text-ui.tsx'
import type { FieldTypeUi } from '../ui-types.ts'

const text: FieldTypeUi = { ...longTextUi('Text', 'A text\nof two lines'), isSearched: true }

export default text
