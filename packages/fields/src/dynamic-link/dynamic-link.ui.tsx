import { LinkCellText, LinkViewText } from '../LinkText.tsx'
import type { FieldTypeUi } from '../ui-types.ts'
import { sourceOf, targetOf } from './link-target.ts'

const dynamicLink: FieldTypeUi = {
  type: 'Dynamic Link',
  View: (props) => <LinkViewText {...props} entity={targetOf(props)} />,
  Cell: (props) => <LinkCellText {...props} entity={targetOf(props)} />,
  follows: sourceOf,
  blank: null,
  options: { kind: 'field', help: 'The field that holds the name of the entity' },
  defaultBy: 'none',
  isChoice: true,
  linksTo: (field, values) => targetOf({ field, values }),
  sample: { value: 'TASK-0001', options: 'link' },
  example: () => null,
}

export default dynamicLink
