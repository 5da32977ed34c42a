/** Milliseconds that the nine tasks of the star paper's Table 1 took, added up over all poses; set them to 0 to start anew. */
export interface TaskMilliseconds {
  updateBoxes: number;
  updateDirections: number;
  orientationTests: number;
  boxesAfterOrientation: number;
  primitivesAfterOrientation: number;
  contourUpdate: number;
  contourTests: number;
  boxesAfterContour: number;
  primitivesAfterContour: number;
}
