import { imageSize } from "image-size";

/** Returns the width of an image divided by its height, or null if they can't be read. */
export function readAspectRatio(bytes: Uint8Array): number | null {
  try {
    const { width, height } = imageSize(bytes);
    return width > 0 && height > 0 ? width / height : null;
  } catch {
    // `imageSize` throws an error if it can't read the file.
    return null;
  }
}
