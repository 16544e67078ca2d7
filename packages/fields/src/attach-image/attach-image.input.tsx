import { LazyAttach } from '../LazyAttach.tsx'
import type { FieldTypeInputs } from '../ui-types.ts'
import attachImageUi from './attach-image.ui.tsx'

const attachImage: FieldTypeInputs = {
  type: 'Attach Image',
  Input: (props) => (
    <LazyAttach {...props} accept={['image/*']}>
      <attachImageUi.View {...props} />
    </LazyAttach>
  ),
}

export default attachImage
