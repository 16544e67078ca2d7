import { longTextUi } from '../long-text-ui.tsx'

export default longTextUi('Text Editor', 'Plain, as it was written')
