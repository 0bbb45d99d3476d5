#include "hal.h"
#include "pad.h"

int main(void)
{
    hal_start();
    pad_start();
    for (;;)
        pad_turn();
}
