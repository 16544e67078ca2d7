import { longTextInput } from '../long-text-input.tsx'

export default longTextInput('Text', 4)
