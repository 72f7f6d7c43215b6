const ONES = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ' +
  'sixteen seventeen eighteen nineteen'
).split(' ')
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const SCALES: readonly (readonly [number, string])[] = [
  [1_000_000_000, 'billion'],
  [1_000_000, 'million'],
  [1000, 'thousand'],
  [100, 'hundred'],
]

/** Formats an amount, for example 'One thousand two hundred thirty-four pesos and fifty centavos only'. */
export function formatAmountInWords(pesos: number): string {
  const centavos = Math.round(pesos * 100)
  const [wholePesos, rest] = [Math.floor(centavos / 100), centavos % 100]
  const text = [
    ...(wholePesos > 0 || rest === 0
      ? [`${formatNumberInWords(wholePesos)} ${wholePesos === 1 ? 'peso' : 'pesos'}`]
      : []),
    ...(rest > 0 ? [`${formatNumberInWords(rest)} ${rest === 1 ? 'centavo' : 'centavos'}`] : []),
  ].join(' and ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} only`
}

function formatNumberInWords(number: number): string {
  for (const [size, name] of SCALES) {
    if (number < size) continue
    const remainder = number % size
    const leadingWords = `${formatNumberInWords(Math.floor(number / size))} ${name}`
    return remainder === 0 ? leadingWords : `${leadingWords} ${formatNumberInWords(remainder)}`
  }
  const tensWord = TENS[Math.floor(number / 10)]
  if (!tensWord) return ONES[number] ?? ''
  return number % 10 === 0 ? tensWord : `${tensWord}-${ONES[number % 10] ?? ''}`
}
