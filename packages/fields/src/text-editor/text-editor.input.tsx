import { longTextInput } from '../long-text-input.tsx'

export default longTextInput('Text Editor', 6)
