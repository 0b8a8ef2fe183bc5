// What numba's runtime gives compiled functions: arrays whose users are counted. A module has one thread.
typedef unsigned int u32;
typedef unsigned long long u64;

// numba reads the address of the numbers at byte 24, or where a compiler for 32 bits has that field.
typedef struct {
  u64 users;
  u32 destructor, about, numbers, unused, numbers_too, unused_too;
  u64 size;
  u32 next, order;
} Array;

enum { HEADER = 64, SMALLEST = 7, PAGE = 16 };

static u32 top, freed[32];

// Arrays are made from this address on.
void set_heap(u32 from) {
  top = from;
  for (int order = 0; order < 32; order++) freed[order] = 0;
}

// Memory comes in powers of two, and what is freed is used again: long searches do not grow.
void *NRT_MemInfo_alloc_aligned(u64 size, u32 align) {
  (void)align;
  u32 order = SMALLEST;
  while ((1ull << order) < size + HEADER) order++;
  u32 at = freed[order];
  if (at) {
    freed[order] = ((Array *)at)->next;
  } else {
    at = (top + 63) & ~63u;
    top = at + (1u << order);
    u32 have = __builtin_wasm_memory_size(0) << PAGE;
    if (top > have && __builtin_wasm_memory_grow(0, ((top - have) >> PAGE) + 1) == ~0ul) __builtin_trap();
  }
  Array *array = (Array *)at;
  array->users = 1;
  array->destructor = array->about = 0;
  array->numbers = array->numbers_too = at + HEADER;
  array->size = size;
  array->order = order;
  return array;
}

void NRT_incref(Array *array) {
  if (array) array->users++;
}

void NRT_decref(Array *array) {
  if (!array || --array->users) return;
  array->next = freed[array->order];
  freed[array->order] = (u32)array;
}
