import { LazyAttach } from '../LazyAttach.tsx'
import type { FieldTypeInputs } from '../ui-types.ts'
import attachUi from './attach.ui.tsx'

const attach: FieldTypeInputs = {
  type: 'Attach',
  Input: (props) => (
    <LazyAttach {...props} accept={[]}>
      <attachUi.View {...props} />
    </LazyAttach>
  ),
}

export default attach
