import { LinkInput } from '../LinkInput.tsx'
import type { FieldTypeInputs } from '../ui-types.ts'
import { targetOf } from './link-target.ts'

const link: FieldTypeInputs = {
  type: 'Link',
  Input: (props) => <LinkInput {...props} entity={targetOf(props.field)} />,
}

export default link
