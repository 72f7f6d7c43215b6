export interface Detector {
  detect: (frame: HTMLCanvasElement) => Promise<readonly { rawValue: string }[]>
}

interface NativeDetector {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

export async function loadDetector(): Promise<Detector> {
  const NativeDetectorClass = (globalThis as { BarcodeDetector?: NativeDetector }).BarcodeDetector
  const formats = (await NativeDetectorClass?.getSupportedFormats().catch(() => [])) ?? []
  if (NativeDetectorClass && formats.includes('qr_code'))
    return new NativeDetectorClass({ formats: ['qr_code'] })
  return (await import('./zxing.ts')).createDetector()
}
