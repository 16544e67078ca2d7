import { longTextUi } from '../long-text-ui.tsx'

export default longTextUi('Text Editor', 6, 'Plain, as it was written')
