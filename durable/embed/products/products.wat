;; Products of a query with rows of bytes, 16 entries at a time. Addresses are bytes.
;; `npm run build:embedder` makes products.wasm of it; row-products.ts in durable/graph does the same without SIMD.
(module
  (import "host" "memory" (memory 1))

  ;; The query has 16 bits an entry, the rows 8; `width` counts entries and is a multiple of 16.
  (func (export "products")
    (param $rows i32) (param $end i32) (param $query i32) (param $width i32) (param $sums i32)
    (local $rowEnd i32) (local $at i32) (local $bytes v128) (local $sum v128) (local $other v128)
    (loop $nextRow
      (local.set $rowEnd (i32.add (local.get $rows) (local.get $width)))
      (local.set $at (local.get $query))
      (local.set $sum (v128.const i32x4 0 0 0 0))
      (local.set $other (v128.const i32x4 0 0 0 0))
      (loop $next
        (local.set $bytes (v128.load (local.get $rows)))
        (local.set $sum (i32x4.add (local.get $sum)
          (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $bytes)) (v128.load (local.get $at)))))
        (local.set $other (i32x4.add (local.get $other)
          (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $bytes)) (v128.load offset=16 (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
        (br_if $next (i32.lt_u (local.get $rows) (local.get $rowEnd))))
      (local.set $sum (i32x4.add (local.get $sum) (local.get $other)))
      (i32.store (local.get $sums)
        (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
          (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
      (local.set $sums (i32.add (local.get $sums) (i32.const 4)))
      (br_if $nextRow (i32.lt_u (local.get $rows) (local.get $end))))))
